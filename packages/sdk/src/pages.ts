/** A list of the service: record by record over all pages, or page by page. */
import { type Answered, type Call, callOf } from './call.ts'

export interface Pages<Item, Page> extends AsyncIterable<Item> {
  /** The first page, or the one that the cursor of the query names. */
  page(): Call<Page>
  pages(): AsyncIterable<Page>
  /** All records, or the first `limit` of them. */
  toArray(options?: { readonly limit?: number }): Promise<Item[]>
}

interface WithCursor {
  readonly next_cursor: string | null
}

/** `read` asks for the page after a cursor; without one, for where the list begins. */
export const pagesOf = <Item>(
  field: string,
  read: (cursor?: string) => Promise<Answered<unknown>>,
): Pages<Item, unknown> => {
  async function* pages(): AsyncGenerator<WithCursor> {
    let cursor: string | undefined
    do {
      const page = (await read(cursor)).data as WithCursor
      yield page
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* (page as unknown as Record<string, Item[]>)[field] ?? []
  }
  return {
    [Symbol.asyncIterator]: items,
    page: () => callOf(read()),
    pages,
    async toArray({ limit = Number.POSITIVE_INFINITY } = {}) {
      const all: Item[] = []
      if (limit <= 0) return all
      for await (const item of items()) {
        all.push(item)
        if (all.length >= limit) break
      }
      return all
    },
  }
}
