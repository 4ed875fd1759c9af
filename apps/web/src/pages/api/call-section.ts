import { codeBlock } from './copy.ts';
import { type Description, type Example, fieldsOf, type Media, type Parameter, type ShownCall } from './description.ts';
import { element } from './element.ts';
import { grid, inline, prose } from './prose.ts';

/** One call, whole: address, what it takes, examples with their answers, what it answers, what it refuses. */
export function callSection(call: ShownCall, description: Description): HTMLElement {
  const { operationId: id, summary } = call;
  const anchor = element('a', { href: `#${id}`, class: 'anchor', 'aria-label': `Link to ${summary}` }, '#');
  return element(
    'section',
    { class: 'call', id, 'aria-labelledby': `${id}-name` },
    element('div', { class: 'name' }, element('h3', { id: `${id}-name`, tabindex: '-1' }, summary), anchor),
    element('p', { class: 'address' }, element('b', {}, call.method), ' ', element('code', {}, call.path)),
    ...prose(call.description),
    ...parametersOf(call),
    ...bodyOf(call),
    ...examplesOf(call),
    ...answerOf(call),
    refusalsOf(call, description),
  );
}

function parametersOf({ parameters }: ShownCall): HTMLElement[] {
  const rows = parameters.map((one) => [nameOf(one.name, one.required), [takesOf(one)], inline(one.description)]);
  if (rows.length === 0) return [];
  return [heading('Path and query'), grid(['Name', 'Takes', 'Meaning'], rows)];
}

function takesOf(parameter: Parameter): string {
  return parameter['x-takes'] ?? 'text';
}

function bodyOf({ requestBody }: ShownCall): HTMLElement[] {
  if (requestBody === undefined) return [];
  const media = requestBody.content['application/json'];
  if (media === undefined) return [heading('Body'), element('p', {}, requestBody.description)];
  return [heading('Body'), fieldTable(media, 'Takes')];
}

function fieldTable({ schema }: Media, takes: 'Takes' | 'Type'): HTMLElement {
  const isSent = takes === 'Takes';
  const rows = fieldsOf(schema).map((field) => [
    nameOf(field.name, isSent && field.isRequired),
    [field.takes],
    inline(field.meaning),
  ]);
  return grid(['Field', takes, 'Meaning'], rows);
}

function nameOf(name: string, isRequired: boolean): (Node | string)[] {
  const shown = element('code', {}, ...broken(name));
  return isRequired ? [shown, ' ', element('span', { class: 'required' }, 'required')] : [shown];
}

/** A long name may go on in the next line after a dot. */
function broken(name: string): (Node | string)[] {
  return name.split(/(?<=\.)/).flatMap((part, n) => (n === 0 ? [part] : [element('wbr'), part]));
}

function examplesOf(call: ShownCall): HTMLElement[] {
  const answers = Object.values(answerMedia(call)?.examples ?? {});
  const samples = call['x-codeSamples'] ?? [];
  const shown = samples.map(({ label, source }, n) =>
    element(
      'div',
      { class: 'example' },
      element('p', {}, label),
      codeBlock(source, `Copy the example “${label}” for ${call.summary}`),
      answers[n] && exampleAnswer(answers[n]),
    ),
  );
  return [heading(shown.length === 1 ? 'Example' : 'Examples'), ...shown];
}

function exampleAnswer({ value }: Example): HTMLElement {
  const text = typeof value === 'string' ? value.replace(/^\ufeff/, '') : JSON.stringify(value, null, 2);
  return element('details', {}, element('summary', {}, 'Answer'), element('pre', {}, element('code', {}, text)));
}

function answerMedia({ responses }: ShownCall): Media | undefined {
  return Object.values(responses['200']?.content ?? {})[0];
}

function answerOf(call: ShownCall): HTMLElement[] {
  const [type, media] = Object.entries(call.responses['200']?.content ?? {})[0] ?? [];
  if (media === undefined) return [];
  if (type !== 'application/json') return [heading('Answer'), element('p', {}, ...inline(`Text of type \`${type}\`.`))];
  if (fieldsOf(media.schema).length === 0) return [heading('Answer'), element('p', {}, 'An empty object.')];
  return [heading('Answer'), fieldTable(media, 'Type')];
}

function refusalsOf({ responses }: ShownCall, { components }: Description): HTMLElement {
  const rows = Object.entries(responses)
    .filter(([status]) => status !== '200')
    .flatMap(([status, { content }]) =>
      Object.entries(content['application/json']?.examples ?? {}).map(([code, example]) => {
        const known = example.$ref === undefined ? example : components.examples[code];
        return [[status], [element('code', {}, code)], inline(sentence(known?.summary ?? ''))];
      }),
    );
  return element(
    'details',
    { class: 'refusals' },
    element('summary', {}, `Refusals (${rows.length})`),
    grid(['Status', 'Code', 'Reason'], rows),
  );
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function heading(text: string): HTMLElement {
  return element('h4', {}, text);
}
