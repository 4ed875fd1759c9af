import './api.css';
import { paths } from '@sheetwire/contract/paths';
import type { Description } from './description.ts';
import { element } from './element.ts';
import { referencePage } from './reference-page.ts';

async function load(): Promise<Description> {
  const answer = await fetch(paths.openApi);
  if (!answer.ok) throw new Error(`${paths.openApi} answers ${answer.status}`);
  return answer.json();
}

const place = document.getElementById('api');
if (!place) throw new Error('The page has no #api');
const waiting = element('main', { class: 'waiting' }, element('p', { role: 'status' }, 'Loading...'));
place.append(waiting);
try {
  const [description, { chapterTexts }] = await Promise.all([load(), import('./chapter-texts.ts')]);
  const page = referencePage(description, { origin: location.origin });
  page.fillChapters(chapterTexts);
  place.replaceChildren(...page.parts);
  page.goTo(location.hash);
  addEventListener('hashchange', () => page.goTo(location.hash));
  addEventListener('beforeprint', page.openAll);
} catch (error) {
  console.error('The description of the API cannot be loaded', error);
  const reload = element('button', { type: 'button', class: 'button' }, 'Reload');
  reload.addEventListener('click', () => location.reload());
  const said = element(
    'p',
    { role: 'alert' },
    'The API reference could not be loaded. Check your connection, then reload the page.',
  );
  waiting.replaceChildren(element('h1', {}, 'API reference'), said, reload);
}
