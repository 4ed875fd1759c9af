import { parentPort, workerData } from 'node:worker_threads';
import { type ReadAnswer, readByName } from './open-workbook.ts';
import { WorkbookError } from './workbook-error.ts';

/** The thread of openWorkbook: reads one workbook, answers once. */
async function answer(): Promise<ReadAnswer> {
  try {
    return { workbook: await readByName(workerData.bytes, workerData.name) };
  } catch (error) {
    if (error instanceof WorkbookError) return { refusal: error.message };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.postMessage(await answer());
