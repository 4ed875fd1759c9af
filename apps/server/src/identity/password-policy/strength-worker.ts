import { parentPort } from 'node:worker_threads';
import { limits } from '@sheetwire/contract/limits';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import type { Strength, StrengthJob } from './strength-job.ts';

const { characters } = limits.passwordCheck;
const measure = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: characters,
});
const commonOnes = new Set(common.dictionary['passwords-common'].map((password) => password.toLowerCase()));

parentPort?.on('message', (job: StrengthJob) => parentPort?.postMessage(strengthOf(job)));

/** The work grows steeply with the length, so only the first characters are measured. */
function strengthOf({ password, words }: StrengthJob): Strength {
  if (commonOnes.has(password.toLowerCase())) return { score: 0, isCommon: true };
  return { score: measure.check(password.slice(0, characters), [...words]).score, isCommon: false };
}
