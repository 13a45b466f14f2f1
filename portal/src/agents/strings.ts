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
    once: 'Save this private key where your agent runs. We can’t show it again.',
    privateKey: 'private key',
    saved: 'I’ve saved it',
    id: 'Agent ID',
  },
} as const
