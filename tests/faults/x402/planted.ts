/** Changes that break what must hold, each put in the place of the real thing. A run that does not see one shows nothing. */
import { createAuthorizer } from '@pursestrings/signing/evm/authorizer'
import { createPayingFetch } from '@pursestrings/x402/buyer'
import { X402Refusal } from '@pursestrings/x402/outcomes'
import type { Ways } from './programs.ts'
import type { Bar } from './what-must-hold.ts'

let tasks = 0

/** It carries what was signed wherever it is sent. */
const following =
  (fetch: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const answer = await fetch(request.clone())
    const location = answer.headers.get('location')
    return location === null ? answer : fetch(new Request(location, request))
  }

const newest = (chain: Parameters<typeof createAuthorizer>[0]['chain']): typeof chain => ({
  ...chain,
  block: (at, signal) => chain.block(at === 'finalized' ? 'latest' : at, signal),
})

export const PLANTED: Readonly<Record<Bar, { readonly change: string; readonly ways: Ways }>> = {
  paid_twice: {
    change: 'an agent takes the same call for another task each time',
    ways: {
      agent: (options) => {
        const pay = createPayingFetch(options)
        return (input, init) => pay(input, init, { task: String(++tasks) })
      },
    },
  },
  paid_to_another: {
    change: 'an agent follows redirects with what was signed',
    ways: {
      agent: (options) => createPayingFetch({ ...options, fetch: following(options.fetch) }),
    },
  },
  above_approved: {
    change: 'a wallet pays within a policy without limits of its own, and so does the service',
    ways: {
      service_allows_all: true,
      wallet: (given) => {
        const payer = createAuthorizer(given)
        return { ...payer, pay: ({ within: _within, ...input }) => payer.pay(input) }
      },
    },
  },
  outside_the_closed_set: {
    change: 'an agent throws what the official client makes of a refusal',
    ways: {
      agent: (options) => {
        const pay = createPayingFetch(options)
        return (...given) =>
          pay(...given).catch((failure: unknown) => {
            throw failure instanceof X402Refusal ? new Error(failure.message) : failure
          })
      },
    },
  },
  wrong_end: {
    change: 'the observer believes a single node, and that one leaves payments out',
    ways: { quorum: 1, ends_with_nodes: ['hides', 'down', 'down'] },
  },
  wrong_word: {
    change: 'a wallet takes the newest block for a final one',
    ways: { wallet: (given) => createAuthorizer({ ...given, chain: newest(given.chain) }) },
  },
  unanswered: {
    change: 'an agent waits on where it should say that it waits',
    ways: {
      agent: (options) => {
        const pay = createPayingFetch(options)
        return (...given) =>
          pay(...given).catch((failure: unknown) => {
            if (failure instanceof X402Refusal && failure.outcome === 'still_waiting')
              return new Promise<Response>(() => {})
            throw failure
          })
      },
    },
  },
}
