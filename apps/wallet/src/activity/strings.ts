export const activityStrings = {
  activity: {
    title: 'Activity',
    thisWeek: 'This week',
    earlier: 'Earlier',
    empty: 'Nothing yet. What you pay or reject appears here.',
    more: 'Show older',
    filter: 'Show',
    all: 'Everything',
    approved: 'Approved by you',
    rejected: 'Rejected',
    expired: 'Expired',
    failed: 'Not paid or canceled',
  },
} as const
