/** So many calls run at once; the others wait for their turn, and no organization waits for another one's calls. */
import { expect, test } from 'vitest'
import { createTurns, LINE_MAX, type Turn, WAIT_MS_MAX } from './turns.ts'

const PLACES = 20
/** Nine tenths of them. */
const ORDINARY = 18
/** Three quarters of those. */
const OF_ONE = 13

const settle = () => new Promise((resolve) => setImmediate(resolve))
const begin = ({ waiting_max = 1_000 } = {}) => {
  const clock = { ms: 0 }
  const turns = createTurns({ at_once_max: PLACES, waiting_max, now: () => clock.ms })
  const ran: string[] = []
  const refused: string[] = []
  const running: Turn[] = []
  const enter = (share: string, name = share, urgent = false): Turn => {
    let runs = false
    const turn = turns.enter({ share, urgent }, (full) => {
      if (full !== undefined) return void refused.push(`${name} ${full}`)
      ran.push(name)
      runs = true
    })
    if (runs) running.push(turn)
    return turn
  }
  const many = (share: string, n: number, urgent = false) =>
    Array.from({ length: n }, (_, i) => enter(share, `${share}${i}`, urgent))
  const leave = async (n: number) => {
    for (const turn of running.splice(0, n)) turn.leave()
    await settle()
  }
  return { clock, turns, ran, refused, enter, many, leave }
}

test('the first ones run at once, and whoever waits runs when another one leaves', async () => {
  const { turns, ran, many, leave } = begin()
  many('a', OF_ONE)
  many('b', ORDINARY)
  expect([ran.length, turns.running(), turns.waiting()]).toEqual([ORDINARY, ORDINARY, OF_ONE])
  await leave(3)
  expect(ran.slice(ORDINARY)).toEqual(['b5', 'b6', 'b7'])
  expect([turns.running(), turns.waiting()]).toEqual([ORDINARY, OF_ONE - 3])
})

test('lines take turns, each in its own order', async () => {
  const { ran, many, leave } = begin()
  many('x', OF_ONE)
  many('y', ORDINARY - OF_ONE)
  many('a', 100)
  many('b', 3)
  many('c', 2)
  await leave(9)
  expect(ran.slice(ORDINARY)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one organization never has all places, however many calls it sends', async () => {
  const { turns, ran, enter, many } = begin()
  many('a', 100)
  expect([turns.running(), turns.waiting()]).toEqual([OF_ONE, 100 - OF_ONE])
  enter('b')
  await settle()
  expect(ran.at(-1)).toBe('b')
})

test('a place that becomes free goes to those who wait, not to whoever comes next', async () => {
  const { ran, enter, many, leave } = begin()
  many('a', OF_ONE)
  many('b', ORDINARY - OF_ONE)
  enter('c', 'waits')
  const freed = leave(1)
  enter('d', 'comes')
  await freed
  expect(ran.at(-1)).toBe('waits')
})

test('whoever has a place runs at once, although a place that became free was not yet given away', async () => {
  const { ran, enter, many, leave } = begin()
  many('a', OF_ONE + 1)
  const freed = leave(1)
  enter('b')
  expect(ran.slice(OF_ONE)).toEqual([`a${OF_ONE}`, 'b'])
  await freed
})

test('a line that is long enough is refused, and so is everybody where all wait that may', () => {
  const { turns, refused, many } = begin({ waiting_max: LINE_MAX + 5 })
  many('a', OF_ONE + LINE_MAX + 2)
  expect(refused).toEqual([`a${OF_ONE + LINE_MAX} of_one_tenant`, `a${OF_ONE + LINE_MAX + 1} of_one_tenant`])
  expect(turns.isFull(false)).toBe(false)
  many('b', 10)
  many('c', 10)
  expect(turns.isFull(false)).toBe(true)
  expect(refused.at(-1)).toBe('c9 waiting')
  expect(turns.waiting()).toBe(LINE_MAX + 5)
})

test('calls that stop something have the last places, and lines of their own where even these are taken', () => {
  const { turns, ran, refused, enter, many } = begin({ waiting_max: 4 })
  many('a', OF_ONE)
  many('b', ORDINARY - OF_ONE)
  many('c', 4)
  enter('a', 'urgent 1', true)
  enter('b', 'urgent 2', true)
  expect(ran.slice(ORDINARY)).toEqual(['urgent 1', 'urgent 2'])
  expect([turns.running(), turns.isFull(false), turns.isFull(true)]).toEqual([PLACES, true, false])
  many('d', 4, true)
  expect([turns.waiting(), turns.isFull(true)]).toEqual([8, true])
  enter('e', 'urgent 3', true)
  expect(refused).toEqual(['urgent 3 waiting'])
})

test('for all other places, calls that stop something take turns with the rest, and so do their lines', async () => {
  const { ran, enter, many, leave } = begin()
  many('a', OF_ONE)
  many('b', ORDINARY - OF_ONE)
  enter('a', 'urgent', true)
  enter('b', 'urgent', true)
  many('c', 9)
  for (const share of ['d', 'd', 'd', 'e', 'f']) enter(share, `urgent ${share}`, true)
  // One at a time: who had the last place must not be forgotten meanwhile.
  for (let n = 0; n < 6; n++) await leave(1)
  expect(ran.slice(PLACES)).toEqual(['urgent d', 'c0', 'urgent e', 'c1', 'urgent f', 'c2'])
})

test('one organization that floods with calls that stop something leaves room for everybody else', async () => {
  const { turns, ran, refused, enter, many, leave } = begin()
  many('a', 2_000, true)
  expect([turns.running(), turns.waiting()]).toEqual([1, LINE_MAX])
  expect(new Set(refused.splice(0).map((text) => text.split(' ')[1]))).toEqual(new Set(['of_one_tenant']))
  many('b', OF_ONE)
  many('c', ORDINARY - OF_ONE)
  enter('b', 'urgent', true)
  expect(ran.length).toBe(PLACES)
  enter('c', 'urgent of c', true)
  await leave(1)
  expect(ran.slice(PLACES)).toEqual(['a1'])
  await leave(1)
  expect(ran.slice(PLACES)).toEqual(['a1', 'urgent of c'])
  expect(refused).toEqual([])
})

test('what has waited too long is refused when its turn comes', async () => {
  const { clock, ran, refused, enter, many, leave } = begin()
  many('a', OF_ONE)
  many('b', ORDINARY - OF_ONE)
  enter('c', 'early')
  clock.ms = WAIT_MS_MAX + 1
  enter('c', 'late')
  await leave(1)
  expect(refused).toEqual(['early waited_too_long'])
  expect(ran.at(-1)).toBe('late')
})

test('whoever goes away while waiting is not called, and leaving twice counts once', async () => {
  const { turns, ran, enter, many, leave } = begin()
  const first = many('a', OF_ONE)[0] as Turn
  many('b', ORDINARY - OF_ONE)
  const gone = enter('c', 'gone')
  enter('c', 'stays')
  gone.leave()
  gone.leave()
  expect(turns.waiting()).toBe(1)
  first.leave()
  first.leave()
  await settle()
  expect(ran.at(-1)).toBe('stays')
  expect(turns.running()).toBe(ORDINARY)
  await leave(ORDINARY)
  expect(turns.waiting()).toBe(0)
})
