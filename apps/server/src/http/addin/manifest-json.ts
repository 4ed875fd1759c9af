import { addIn } from '@sheetwire/contract/publishing/add-in';
import { type AddInFacts, iconUrl, manifestWords } from './add-in-facts.ts';

/** The unified manifest of the same add-in; its two icons lie beside it in the app package. */
export function manifestJson(facts: AddInFacts): object {
  const { origin, id, name, provider } = facts;
  const { description } = manifestWords;
  return {
    $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.19/MicrosoftTeams.schema.json',
    manifestVersion: '1.19',
    id,
    version: addIn.version,
    name: { short: name, full: `${name} for Excel` },
    description: { short: description, full: `${description} ${manifestWords.tip}` },
    developer: {
      name: provider,
      websiteUrl: `${origin}/`,
      privacyUrl: `${origin}/help`,
      termsOfUseUrl: `${origin}/help`,
    },
    icons: { color: 'color.png', outline: 'outline.png' },
    accentColor: '#0b6576',
    localizationInfo: { defaultLanguageTag: 'en-us', additionalLanguages: [] },
    authorization: { permissions: { resourceSpecific: [{ name: 'Document.ReadWrite.User', type: 'Delegated' }] } },
    validDomains: [new URL(origin).host],
    extensions: [extension(facts)],
  };
}

function extension(facts: AddInFacts): object {
  const { origin } = facts;
  const needs = { name: addIn.needs.set, minVersion: addIn.needs.version };
  return {
    requirements: { scopes: ['workbook'], capabilities: [needs, { name: 'SharedRuntime', minVersion: '1.1' }] },
    runtimes: [
      {
        id: 'SheetwireRuntime',
        type: 'general',
        code: { page: `${origin}${addIn.pane}`, script: `${origin}${addIn.functionsScript}` },
        lifetime: 'long',
        actions: [{ id: 'ShowPane', type: 'openPage', view: 'SheetwirePane', pinnable: true }],
        customFunctions: {
          metadataUrl: `${origin}${addIn.functions}`,
          namespace: { id: addIn.namespace, name: addIn.namespace },
        },
      },
    ],
    ribbons: [ribbon(facts)],
  };
}

function ribbon({ origin, name }: AddInFacts): object {
  const icons = ([16, 32, 80] as const).map((size) => ({ size, url: iconUrl(origin, size) }));
  const { button, tip } = manifestWords;
  const control = {
    ...{ id: 'SheetwirePaneButton', type: 'button', label: button, icons },
    ...{ supertip: { title: button, description: tip }, actionId: 'ShowPane' },
  };
  const group = { id: 'SheetwireGroup', label: name, icons, controls: [control] };
  return { contexts: ['default'], tabs: [{ builtInTabId: 'TabHome', groups: [group] }] };
}
