import { addIn } from '@sheetwire/contract/publishing/add-in';
import { type AddInFacts, iconUrl, manifestWords } from './add-in-facts.ts';

/** The add-in only manifest; Excel reads its elements in this order and no other. */
export function manifestXml(facts: AddInFacts): string {
  const { origin, id, name, provider } = facts;
  const pane = `${origin}${addIn.pane}`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<OfficeApp xmlns="http://schemas.microsoft.com/office/appforoffice/1.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bt="http://schemas.microsoft.com/office/officeappbasictypes/1.0" xmlns:ov="http://schemas.microsoft.com/office/taskpaneappversionoverrides" xsi:type="TaskPaneApp">
  <Id>${id}</Id>
  <Version>${addIn.version}.0</Version>
  <ProviderName>${escaped(provider)}</ProviderName>
  <DefaultLocale>en-US</DefaultLocale>
  <DisplayName DefaultValue="${escaped(name)}"/>
  <Description DefaultValue="${manifestWords.description}"/>
  <IconUrl DefaultValue="${iconUrl(origin, 32)}"/>
  <HighResolutionIconUrl DefaultValue="${iconUrl(origin, 64)}"/>
  <SupportUrl DefaultValue="${origin}/help"/>
  <AppDomains>
    <AppDomain>${origin}</AppDomain>
  </AppDomains>
  <Hosts>
    <Host Name="Workbook"/>
  </Hosts>
  <Requirements>
    <Sets DefaultMinVersion="1.1">
      <Set Name="${addIn.needs.set}" MinVersion="${addIn.needs.version}"/>
    </Sets>
  </Requirements>
  <DefaultSettings>
    <SourceLocation DefaultValue="${pane}"/>
  </DefaultSettings>
  <Permissions>ReadWriteDocument</Permissions>
${overrides(facts)}
</OfficeApp>
`;
}

/** Ribbon, functions and the runtime that they share with the pane; Excel that cannot has the pane alone. */
function overrides(facts: AddInFacts): string {
  return `  <VersionOverrides xmlns="http://schemas.microsoft.com/office/taskpaneappversionoverrides" xsi:type="VersionOverridesV1_0">
    <Requirements>
      <bt:Sets DefaultMinVersion="1.1">
        <bt:Set Name="SharedRuntime" MinVersion="1.1"/>
      </bt:Sets>
    </Requirements>
    <Hosts>
      <Host xsi:type="Workbook">
        <Runtimes>
          <Runtime resid="Pane.Url" lifetime="long"/>
        </Runtimes>
        <AllFormFactors>
          <ExtensionPoint xsi:type="CustomFunctions">
            <Script>
              <SourceLocation resid="Functions.Script.Url"/>
            </Script>
            <Page>
              <SourceLocation resid="Pane.Url"/>
            </Page>
            <Metadata>
              <SourceLocation resid="Functions.Url"/>
            </Metadata>
            <Namespace resid="Functions.Namespace"/>
          </ExtensionPoint>
        </AllFormFactors>
        <DesktopFormFactor>
          <FunctionFile resid="Pane.Url"/>
          <ExtensionPoint xsi:type="PrimaryCommandSurface">
            <OfficeTab id="TabHome">
              <Group id="Sheetwire.Group">
                <Label resid="Group.Label"/>
${icons(16)}
                <Control xsi:type="Button" id="Sheetwire.Pane">
                  <Label resid="Button.Label"/>
                  <Supertip>
                    <Title resid="Button.Label"/>
                    <Description resid="Button.Tip"/>
                  </Supertip>
${icons(18)}
                  <Action xsi:type="ShowTaskpane">
                    <TaskpaneId>Sheetwire.Taskpane</TaskpaneId>
                    <SourceLocation resid="Pane.Url"/>
                  </Action>
                </Control>
              </Group>
            </OfficeTab>
          </ExtensionPoint>
        </DesktopFormFactor>
      </Host>
    </Hosts>
${resources(facts)}
  </VersionOverrides>`;
}

const ribbonSizes = [16, 32, 80] as const;

function icons(indent: number): string {
  const pad = ' '.repeat(indent);
  const images = ribbonSizes.map((size) => `${pad}  <bt:Image size="${size}" resid="Icon.${size}"/>`);
  return [`${pad}<Icon>`, ...images, `${pad}</Icon>`].join('\n');
}

function resources({ origin, name }: AddInFacts): string {
  const images = ribbonSizes.map((size) => entry('Image', `Icon.${size}`, iconUrl(origin, size)));
  const urls = [
    entry('Url', 'Pane.Url', `${origin}${addIn.pane}`),
    entry('Url', 'Functions.Url', `${origin}${addIn.functions}`),
    entry('Url', 'Functions.Script.Url', `${origin}${addIn.functionsScript}`),
  ];
  const short = [
    entry('String', 'Functions.Namespace', addIn.namespace),
    entry('String', 'Group.Label', name),
    entry('String', 'Button.Label', manifestWords.button),
  ];
  const long = [entry('String', 'Button.Tip', manifestWords.tip)];
  const part = (element: string, lines: string[]) =>
    [`      <bt:${element}>`, ...lines.map((line) => `        ${line}`), `      </bt:${element}>`].join('\n');
  const parts = [part('Images', images), part('Urls', urls), part('ShortStrings', short), part('LongStrings', long)];
  return ['    <Resources>', ...parts, '    </Resources>'].join('\n');
}

function entry(element: string, id: string, value: string): string {
  return `<bt:${element} id="${id}" DefaultValue="${escaped(value)}"/>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
