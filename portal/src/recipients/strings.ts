/** The words of payees. */
export const recipientsStrings = {
  recipients: {
    title: 'Recipients',
    add: 'Add a payee',
    lead: 'The address is fixed once you activate it, and your domain must list it.',
    name: 'Name',
    address: 'Address',
    addressHint: 'A Stellar testnet account that you control. It receives XLM.',
    memo: 'Memo, if your account needs one',
    go: 'Add payee',
  },
  recipient: {
    lead: 'Payers see this name with {{domain}}.',
    noDomain: 'Payers see this name with your domain.',
    first: 'Version {{number}}',
    against: 'Version {{number}} vs. version {{before}}',
    activate: 'Activate version {{number}}',
    changes:
      'This changes where money goes. Payers will see that the address changed when they review a payment. Pending requests keep version {{before}}.',
    was: 'Version {{number}}',
    evidence: 'Evidence',
    listed: '{{domain}} lists this exact address ({{file}})',
    publish: 'Add this to https://{{domain}}/.well-known/svc-recipients.json, then check.',
    check: 'Check the domain',
    domainFirst: 'Verify a domain first. It has to list this address.',
    versions: 'Versions',
    neverLive: 'never live',
    liveSince: 'live since {{date}}',
  },
} as const
