/** How many turns of the event loop begin while a work goes on: in each of them whatever else is due has its place. */
export async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns++;
    planned = setImmediate(count);
  };
  let planned = setImmediate(count);
  try {
    await work();
    return turns;
  } finally {
    clearImmediate(planned);
  }
}
