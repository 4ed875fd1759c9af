import { parentPort, workerData } from 'node:worker_threads';
import { answerOf } from './file-answer.ts';
import type { PictureFile } from './pictures/picture.ts';
import { memoryTooLarge } from './read/read-budget.ts';
import type { RenderAnswer } from './render-file.ts';
import { WorkbookError } from './workbook-error.ts';

/** The thread of renderFile: reads and renders one file, answers once. */
async function answer(): Promise<RenderAnswer> {
  try {
    const made = await answerOf(workerData);
    return 'body' in made ? { ...made, file: workerData.bytes } : made;
  } catch (error) {
    if (error instanceof WorkbookError) return { refusal: error.message };
    // A text, a list or a map that grows beyond what the engine can hold.
    if (error instanceof RangeError) return { refusal: memoryTooLarge };
    return { fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function moved(told: RenderAnswer): ArrayBuffer[] {
  if ('body' in told) return [told.body.buffer, told.file.buffer, ...picturesOf(told)];
  if (!('pages' in told)) return [];
  return [...told.pages.flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer)), ...picturesOf(told)];
}

function picturesOf({ pictures = [] }: { readonly pictures?: readonly PictureFile[] }): ArrayBuffer[] {
  return pictures.map(({ bytes }) => bytes.buffer);
}

const told = await answer();
parentPort?.postMessage(told, moved(told));
