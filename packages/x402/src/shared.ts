/** One call of a name at a time: whoever comes meanwhile gets the same answer, and does nothing. */
export const shared = <Answer>() => {
  const under_way = new Map<string, Promise<Answer>>()
  return async (name: string, work: () => Promise<Answer>, instead: () => unknown): Promise<Answer> => {
    const started = under_way.get(name)
    if (started) {
      await instead()
      return started
    }
    const own = work().finally(() => under_way.delete(name))
    under_way.set(name, own)
    return own
  }
}
