import type { Mutant } from './mutant.ts'

const ALIKE = 'a mailbox that does not exist is told from a server that refuses us'

export const mailMutants: readonly Mutant[] = [
  {
    name: 'a mail that was never queued counts against its mailbox',
    file: 'server/src/organizations/merchant-accounts/request-sign-in-link.ts',
    find: '  await transactions.asSystem(async (tx) => {\n    await jobs',
    replace: "  await limits.take('mailbox', email)\n  await transactions.asSystem(async (tx) => {\n    await jobs",
    test: 'server/test/limits.test.ts',
    caught_by: 'a mail that could not be queued uses nothing up',
  },
  {
    name: 'a sign-in mail is given up after a minute',
    file: 'server/src/platform/jobs/queues.ts',
    find: '  retryLimit: 24,\n',
    replace: '  retryLimit: 5,\n',
    test: 'server/test/sign-in-mail.test.ts',
    caught_by: 'is tried until what it carries would be over',
  },
  {
    name: 'a mail server that refuses us passes for a mailbox that does not exist',
    file: 'server/src/platform/egress/mail.ts',
    find: '(1\\.[1236]|1\\.10|2\\.1)',
    replace: '(\\d+\\.\\d+)',
    test: 'server/test/mail.test.ts',
    caught_by: ALIKE,
  },
  {
    name: 'whoever mistypes an address leaves a dead letter for the operator',
    file: 'server/src/platform/egress/letter.ts',
    find: '    if (!(error instanceof NoSuchMailbox)) throw error\n',
    replace: '    throw error\n',
    test: 'server/test/mail.test.ts',
    caught_by: ALIKE,
  },
]
