/** What happened to requests, for those who tell of it: whole stretches of feeds, any tenant's. */
export { type FeedSpan, type SentEvent, selectEventsInSpans as eventsInSpans } from './spans.store.ts'
