/** The words of the palette and of the map of keys. */
export const paletteStrings = {
  palette: {
    open: 'Search',
    label: 'Search pages and records',
    placeholder: 'Search',
    results: 'Results',
    requests: 'Payment requests',
    payees: 'Payees',
    agents: 'Agents',
    domains: 'Domains',
    actions: 'Actions',
    go: 'Go to',
    none: 'Nothing found. Type a word of a title from its first letter, an amount or an ID.',
    navigate: 'navigate',
    enter: 'open',
    more: 'IDs, hashes and addresses work too',
    amountTo: '{{amount}} {{asset}} to {{payee}}',
  },
  keyboard: {
    title: 'Keyboard shortcuts',
    palette: 'Search',
    go: 'Go to {{page}}',
    copy: 'Copy the ID of what is open',
    map: 'Show this map',
    close: 'Close',
    single: 'Use single-key shortcuts',
  },
} as const
