/** The words of the setup page. */
export const setupStrings = {
  setup: {
    title: 'Set up {{name}}',
    lead: 'Five steps to your first payment. It takes about ten minutes.',
    progress: '{{done}} of {{all}}',
    done: 'Done',
    domain: {
      title: 'Verify your domain',
      lead: 'You publish one DNS record or one file. Payers see your domain with every payee.',
    },
    payee: {
      title: 'Add a payee',
      lead: 'The address is fixed once you activate it, and your domain must list it.',
      made: '{{name}}, active',
    },
    agent: {
      title: 'Add an agent key',
      lead: 'An agent requests payments with its own key. It can never approve or sign.',
      made: '{{name}}, active',
    },
    webhook: {
      title: 'Add a webhook',
      lead: 'Optional. You can also read the event feed, or a single request when you need it.',
      made: '{{url}}',
    },
    request: {
      title: 'Request a payment',
      lead: 'Your agent asks, the demo wallet approves, and this page shows what came of it.',
      made: 'A wallet reported your first payment.',
    },
    hurry: {
      title: 'In a hurry?',
      lead: 'In a clone of the source, the demo creates a payee, an agent and a test wallet, then makes one payment.',
    },
    can: {
      title: 'What an agent can do',
      ask: 'Request an amount for one of your payees',
      describe: 'Describe what it’s for',
      outcome: 'See the outcome',
      not: 'It can’t choose an address, approve or sign.',
    },
  },
} as const
