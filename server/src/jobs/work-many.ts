/**
 * Many things at once that wait for the outside, such as deliveries. Whoever calls claims them from its own table and ends
 * them there; here is only how many run side by side, and when it is time to claim again.
 */
import type { Got } from './attend.ts'

export interface ManyWork<Item> {
  readonly concurrency: number
  /** At most `capacity`. */
  claim(capacity: number): Promise<readonly Item[]>
  run(item: Item): Promise<void>
}

/** One turn, and how to wait for all that runs. `freed` is told whenever a place becomes free. */
export const manyTurn = <Item>(
  { concurrency, claim, run }: ManyWork<Item>,
  freed: () => void,
  failed: (error: unknown) => void,
): { turn: () => Promise<Got>; ended: () => Promise<unknown> } => {
  const running = new Set<Promise<void>>()
  const start = (item: Item) => {
    const done = run(item)
      .catch(failed)
      .finally(() => {
        running.delete(done)
        freed()
      })
    running.add(done)
  }
  return {
    async turn() {
      const capacity = concurrency - running.size
      // In bites: a few places are not worth a statement while much else is running.
      if (capacity < concurrency / 4) return 'none'
      const items = await claim(capacity)
      items.forEach(start)
      return items.length === 0 ? 'none' : items.length * 2 >= capacity ? 'all' : 'some'
    },
    ended: () => Promise.all(running),
  }
}
