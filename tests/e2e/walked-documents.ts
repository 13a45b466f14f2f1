/** Which documents have lines to copy, and where a test runs them. */

/** Every document with lines to copy, by where they are run. */
export const WALKED = {
  in_place: ['docs/authentication.md', 'docs/merchants.md', 'docs/agents.md', 'docs/policies.md'],
  in_clone: [
    'docs/quickstart-agent.md',
    'docs/quickstart-merchant.md',
    'docs/quickstart-wallet.md',
    'docs/install.md',
    'examples/README.md',
  ],
} as const
