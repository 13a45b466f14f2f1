/** Reads an answer as a careful model would: what stands outside the fence, and what stands inside it. */
import { expect } from 'vitest'

/** All but line breaks between our own lines. */
const UNSEEN = /[^\P{C}\n]|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/u
const FENCE = /^UNTRUSTED ([0-9a-f]{32})$/

export interface Parted {
  readonly outside: string
  readonly inside: ReadonlyMap<string, unknown>
  readonly mark: string
}

export const part = (text: string): Parted => {
  expect(text).not.toMatch(UNSEEN)
  const lines = text.split('\n')
  const begins = lines.findIndex((line) => FENCE.test(line))
  const mark = FENCE.exec(lines[begins] ?? '')?.[1] ?? ''
  const ends = lines.indexOf(`END ${mark}`)
  expect([begins >= 0, ends > begins, lines.filter((line) => FENCE.test(line)).length]).toEqual([true, true, 1])
  // The mark is on its two lines and nowhere else.
  expect(text.split(mark).length).toBe(3)
  const inside = lines.slice(begins + 1, ends).map((line): [string, unknown] => {
    const [, name = '', value = ''] = /^([a-z_0-9]+): (.*?)(?: \(cut\))?$/.exec(line) ?? []
    return [name, JSON.parse(value)]
  })
  return { outside: [...lines.slice(0, begins), ...lines.slice(ends + 1)].join('\n'), inside: new Map(inside), mark }
}
