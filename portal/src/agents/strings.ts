/** The words of agents. */
export const agentsStrings = {
  agents: {
    title: 'Agents',
    add: 'Add an agent',
    lead: 'An agent requests payments with its own key. It can never approve or sign.',
    name: 'Name',
    runtime: 'Runs on',
    go: 'Add agent',
  },
  agent: {
    runs: 'Runs on {{runtime}}.',
    keys: 'Keys',
    keysLead: 'Up to two active, so you can rotate without downtime',
    until: 'expires {{date}}',
    add: 'Add a key',
    browserLead: 'We make the key in this browser. The private key is never sent to us.',
    once: 'Save this private key now',
    onceLead: '{{kid}}. Keep it where your agent runs. It was made in this browser, so we can’t show it again.',
    copy: 'Copy private key',
    id: 'Agent ID',
  },
} as const
