import { expect, test } from 'vitest'
import { readMutants, staleMutants } from './read-mutants.ts'
import { changesSchema } from './run-mutants.ts'

test('no mutant of the list is stale', async () => {
  expect(staleMutants(await readMutants())).toEqual([])
})

test('a mutant of the database is judged in one that was migrated with it', async () => {
  const of_database = (await readMutants()).filter(({ file }) => file.endsWith('.sql'))
  expect(of_database).not.toEqual([])
  expect(of_database.filter(({ file }) => !changesSchema(file))).toEqual([])
})
