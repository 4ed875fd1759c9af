/** Whether a value is steps as nodes tell them, or none at all: what is applied to pages has been looked at whole. */
export function areSteps(value: unknown): boolean {
  if (value === undefined) return true;
  return isRecord(value) && isNumber(value.cleaner) && Array.isArray(value.list) && value.list.every(isStep);
}

function isStep(step: unknown): boolean {
  if (!isRecord(step)) return false;
  const { from, to, time, sender, isLive, ops } = step;
  const isNamed = typeof time === 'string' && typeof sender === 'string' && typeof isLive === 'boolean';
  return isNamed && isNumber(from) && isNumber(to) && from < to && areOps(ops);
}

function areOps(ops: unknown): boolean {
  return ops === undefined || (Array.isArray(ops) && ops.every(isOp));
}

/** The parts of an op by its kind, after page and kind. */
const PARTS: Readonly<Record<string, readonly ((part: unknown) => boolean)[]>> = {
  c: [isNumber, isText],
  r: [isNumber, isNumber, isText],
  s: [isNumber, isText],
  p: [isText],
};

function isOp(op: unknown): boolean {
  if (!Array.isArray(op) || !isNumber(op[0]) || typeof op[1] !== 'string' || !Object.hasOwn(PARTS, op[1])) return false;
  const parts = PARTS[op[1]] ?? [];
  const [style] = op.slice(2 + parts.length);
  const isWhole = op.length === 2 + parts.length || (op[1] === 'c' && op.length === 5 && isNumber(style));
  return isWhole && parts.every((isPart, n) => isPart(op[2 + n]));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
