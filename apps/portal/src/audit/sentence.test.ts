import { AUDIT_ACTIONS } from '@pursestrings/contract/audit-events/records'
import { operations } from '@pursestrings/contract/operations'
import { expect, test } from 'vitest'
import { stepUpStrings } from '../step-up/strings.ts'
import { ACTIONS } from './sentence.ts'

test('every action of the audit log has a sentence', () => {
  expect(ACTIONS.toSorted()).toEqual([...AUDIT_ACTIONS].toSorted())
})

test('every change that has to be confirmed is named where it is confirmed', () => {
  const asked = operations.filter((o) => 'step_up' in o).map((o) => o.id.replace('.', '_'))
  expect(asked.filter((name) => !(name in stepUpStrings.stepUp.does))).toEqual([])
})
