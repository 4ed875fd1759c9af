import { StartFault } from '#lib/start-fault.ts';
import { claimGroups } from '#policies/claiming.ts';
import { unknownWords } from '#settings/command-settings.ts';
import { readEnvironment } from '#settings/read-environment.ts';
import { parseSettings, type Settings } from '#settings/settings.ts';
import { lookAtStore } from '#storage/store-look.ts';
import { type Diagnosis, doctorExits, type Finding, runChecks } from './check.ts';
import { fileChecks } from './file-checks.ts';
import { hideSecrets } from './hide-secrets.ts';
import { officeChecks } from './office-check.ts';
import { readyChecks } from './ready-check.ts';
import { serviceChecks } from './service-checks.ts';
import { signInChecks } from './sign-in-checks.ts';
import { storeChecks } from './store-checks.ts';
import { traceCheck } from './trace-check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Looks at everything that the settings name and says what is wrong, a line each (interfaces 1); changes nothing. Left out,
 * the environment is that of the process and its `.env`.
 */
export async function diagnose(given: Environment | undefined, webDir: string): Promise<Diagnosis> {
  const environment = given ?? environmentOf();
  if (environment instanceof StartFault) {
    const exit = environment.exit === 'file' ? doctorExits.file : doctorExits.usage;
    return { findings: [{ level: 'FAIL', name: 'settings', text: environment.message }], exit };
  }
  const read = parseSettings(environment);
  if ('faults' in read) {
    const findings = read.faults.map((text): Finding => ({ level: 'FAIL', name: 'settings', text }));
    return { findings: [...findings, ...unknownFindings(read.unknown)], exit: doctorExits.usage };
  }
  const { findings, exit } = await runChecks([...checksOf(read.settings, webDir), traceCheck(read.tracing)]);
  const first = settingsFindings(read.unknown);
  return { findings: hideSecrets(read, [...first, ...findings]), exit };
}

function checksOf(settings: Settings, webDir: string) {
  const look = lookAtStore(settings, [...settings.superAdmins, ...claimGroups(settings.claim)]);
  // Every check that needs it awaits it; one that ends early must not leave a fault that nobody hears.
  look.catch(() => undefined);
  return [
    ...fileChecks(settings, webDir),
    ...officeChecks(settings),
    ...storeChecks(settings, look),
    ...readyChecks(settings),
    ...serviceChecks(settings, look),
    ...signInChecks(settings, look),
  ];
}

function settingsFindings(unknown: readonly string[]): Finding[] {
  return [{ level: 'ok', name: 'settings', text: 'valid' }, ...unknownFindings(unknown)];
}

function unknownFindings(unknown: readonly string[]): Finding[] {
  return unknownWords(unknown).map((text) => ({ level: 'warn', name: 'settings', text }));
}

function environmentOf(): Environment | StartFault {
  try {
    return readEnvironment();
  } catch (error) {
    if (error instanceof StartFault) return error;
    throw error;
  }
}
