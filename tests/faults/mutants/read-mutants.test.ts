import { expect, test } from 'vitest'
import { readMutants, staleMutants } from './read-mutants.ts'

test('no mutant of the list is stale', async () => {
  expect(staleMutants(await readMutants())).toEqual([])
})
