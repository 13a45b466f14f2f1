import { expect, test } from 'vitest'
import { tellFaults } from './tell-faults.ts'

const away = (code: string) => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code })

test('a database that is away for six minutes leaves a line a minute, however many queues fail', () => {
  let clock = 0
  const lines: Record<string, unknown>[] = []
  const tell = tellFaults({ error: (line: object) => void lines.push({ ...line }) }, () => clock)
  for (; clock < 6 * 60_000; clock += 500)
    for (const queue of ['letters', 'webhook-events']) tell(away('ECONNREFUSED'), { queue })
  expect(lines).toHaveLength(6)
  expect(lines[0]).toEqual({
    queue: 'letters',
    database_code: 'ECONNREFUSED',
    reason: 'connect ECONNREFUSED 127.0.0.1:5432',
  })
  expect(lines[1]).toMatchObject({ times: 240 })
})

test('each fault of a job is told when it is new, with its queue, its id and its reason', () => {
  const lines: object[] = []
  const tell = tellFaults({ error: (line: object) => void lines.push(line) }, () => 0)
  const [first, second] = [new Error('550 relaying denied'), new Error('greeting never came')]
  tell(first, { queue: 'letters', id: 'one' })
  tell(first, { queue: 'letters', id: 'two' })
  tell(second, { queue: 'letters', id: 'three' })
  tell(first, { queue: 'sign-in-mail', id: 'four' })
  expect(lines).toEqual([
    { err: first, queue: 'letters', id: 'one' },
    { err: second, queue: 'letters', id: 'three' },
    { err: first, queue: 'sign-in-mail', id: 'four' },
  ])
})
