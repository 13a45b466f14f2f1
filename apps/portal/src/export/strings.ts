/** The words of exports. */
export const exportStrings = {
  export: {
    open: 'Export',
    requests: 'Export payment requests',
    audit: 'Export the audit log',
    rows: 'Rows',
    filtered: 'What the filters show',
    everything: 'Everything',
    everythingNote: 'Every row of your organization, newest first',
    format: 'Format',
    settlement: 'Add settlement and ledger findings',
    settlementNote: 'assurance, reason, ledger, transaction hash',
    safe: 'Amounts stay exact text. Cells that a spreadsheet could run as a formula are quoted.',
    exact: 'One JSON record per line, with every value exactly as we keep it.',
    count_one: '{{count}} row',
    count_other: '{{count}} rows',
    many: '{{count}} rows or more',
    saving: 'Downloading…',
    download: 'Download',
  },
} as const
