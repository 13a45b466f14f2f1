/**
 * What is asked, and then what this device has signed for it. A claim is kept here before the service hears of it: read in this order,
 * no answer says "approved" of an envelope that the journal doesn't show yet.
 */
export const readAsked = async <R, E>(
  readRequest: () => PromiseLike<R>,
  readEntry: () => PromiseLike<E>,
): Promise<{ readonly request: R; readonly entry: E }> => {
  const request = await readRequest()
  return { request, entry: await readEntry() }
}
