/** What pages of the open wallet may say besides. */
import { STANDING_WORDS } from '@pursestrings/ui/standing'

export const openFrameStrings = {
  tab: { label: 'Main', inbox: 'Home', agents: 'Agents', activity: 'Activity', settings: 'Settings' },
  notFound: {
    title: 'We can’t find that page',
    lead: 'The link may be incomplete, or what it showed is gone.',
    go: 'Go to your home page',
  },
  fromLink: {
    opening: 'Opening the link',
    not_here: {
      title: 'Not in this wallet',
      lead: 'No agent asked this wallet for what the link names.',
    },
    several: {
      title: 'Which one?',
      lead: 'More than one of your agents uses the name that’s in the link. Choose the request on your home page.',
    },
    elsewhere:
      'A link opens only in the wallet that was asked. That may be in another browser or on another device. If you meant to be asked here, connect the agent.',
    connect: 'Connect an agent',
  },
  status: {
    pending: { word: STANDING_WORDS.pending, means: 'You haven’t answered yet.' },
    signed: { word: STANDING_WORDS.signed, means: 'You approved and signed it. It isn’t sent yet.' },
    broadcasted: { word: STANDING_WORDS.broadcasted, means: 'It’s on its way to the ledger.' },
    confirmed: { word: STANDING_WORDS.confirmed, means: 'This wallet reported it as paid.', and: 'reported' },
    paid: { word: STANDING_WORDS.paid, means: 'The ledger shows your payment, bound to this request.' },
    accepted: {
      word: STANDING_WORDS.accepted,
      means: 'The payee accepted a payment by hand. It isn’t proven to be yours.',
    },
    disputed: { word: STANDING_WORDS.disputed, means: 'The ledger contradicts what a wallet reported.' },
    unpaid: { word: STANDING_WORDS.unpaid, means: 'The ledger shows no payment.' },
    failed: { word: STANDING_WORDS.failed, means: 'It didn’t go through.' },
    canceled: { word: STANDING_WORDS.canceled, means: 'The agent took it back.' },
    recalled: { word: STANDING_WORDS.recalled, means: 'The payee was recalled.' },
    expired: { word: STANDING_WORDS.expired, means: 'You didn’t answer in time.' },
    rejected: { word: STANDING_WORDS.rejected, means: 'You declined.' },
    active: { word: 'Active', means: 'It can ask you.' },
    paused: { word: 'Paused', means: 'It can’t ask you.' },
    revoked: { word: 'Disconnected', means: 'This can’t be undone.' },
  },
  time: {
    now: 'just now',
    minutes: '{{n}} min ago',
    hours: '{{n}} h ago',
    never: 'never',
    left: '{{time}} left',
    leftMinutes: '{{n}} min',
    over: 'Expired',
  },
} as const
