import type { Mutant } from './mutant.ts'

const test = 'server/test/probe.test.ts'
const file = 'server/src/commands/canary.ts'

export const canaryMutants: readonly Mutant[] = [
  {
    name: 'a canary leaves its requests in the wallet',
    file,
    find: "    await ofRequest('cancel', 'POST', `${path}/cancel`)\n",
    replace: '',
    test,
    caught_by: 'it creates, reads and cancels a request',
  },
  {
    name: 'a canary cancels only what it could read',
    file,
    find: '  } finally {\n    // Whatever reading says, so that nothing waits in the wallet.\n',
    replace: '  } finally {\n  }\n  {\n',
    test,
    caught_by: 'a request that cannot be read back is canceled all the same',
  },
  {
    name: 'a canary goes where it is sent',
    file,
    find: "redirect: 'error'",
    replace: "redirect: 'follow'",
    test,
    caught_by: 'what keeps it from passing is told',
  },
  {
    name: "a fault of the canary's file quotes the token",
    file,
    find: '    throw new CanaryFault(`${file} is not JSON`)\n',
    replace: '    throw new CanaryFault(`${file} is not JSON: ${text}`)\n',
    test,
    caught_by: 'a file or an option that is wrong is told without the token',
  },
]
