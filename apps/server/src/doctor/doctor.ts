import { claimGroups } from '#policies/claiming.ts';
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

/** Looks at everything that the settings name and says what is wrong, a line each (interfaces 1); changes nothing. */
export async function diagnose(
  environment: Readonly<Record<string, string | undefined>>,
  webDir: string,
): Promise<Diagnosis> {
  const read = parseSettings(environment);
  if ('faults' in read) {
    const findings = read.faults.map((text): Finding => ({ level: 'FAIL', name: 'settings', text }));
    return { findings, exit: doctorExits.usage };
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
  const unread = unknown.map(
    (name): Finding => ({ level: 'warn', name: 'settings', text: `Unknown setting ${name}; check the spelling` }),
  );
  return [{ level: 'ok', name: 'settings', text: 'valid' }, ...unread];
}
