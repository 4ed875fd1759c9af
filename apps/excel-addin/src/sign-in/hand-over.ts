export interface HandOverParts {
  readonly place: HTMLElement;
  /** '' for nobody. */
  readonly whoIs: () => Promise<string>;
  readonly token: () => Promise<string>;
  readonly tell: (token: string) => void;
  readonly toLogin: () => void;
}

/** The dialog's page: whoever is logged in to the portal lets the add-in publish as them, and says so by a press. */
export async function handOver(parts: HandOverParts): Promise<void> {
  const { whoIs, token, tell, toLogin } = parts;
  show(parts, 'Loading…');
  try {
    const user = await whoIs();
    if (user === '') return show(parts, 'Log in to the portal to publish from Excel.', ['Log in', toLogin]);
    show(parts, `Excel will publish as ${user} for up to 30 days.`, [
      'Continue',
      () => {
        show(parts, 'Loading…');
        token().then(tell, (fault: unknown) => showFault(parts, fault));
      },
    ]);
  } catch (fault) {
    showFault(parts, fault);
  }
}

function showFault(parts: HandOverParts, fault: unknown): void {
  const words = fault instanceof Error ? fault.message : String(fault);
  show(parts, words, ['Try again', () => void handOver(parts)], 'alert');
}

type Action = readonly [label: string, press: () => void];

function show({ place }: HandOverParts, words: string, action?: Action, role = 'status'): void {
  const main = document.createElement('main');
  main.className = 'state';
  const heading = document.createElement('h1');
  heading.textContent = document.title;
  const said = document.createElement('p');
  said.setAttribute('role', role);
  said.textContent = words;
  main.append(heading, said);
  if (action) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.dataset.kind = 'primary';
    button.textContent = action[0];
    button.addEventListener('click', action[1]);
    main.append(button);
  }
  place.replaceChildren(main);
}
