/** How a request can stand, as filters, views and the chart of the overview have it: each counts the same requests. */
import type { Overview } from '@pursestrings/sdk'

type Bucket = Overview['buckets'][number]
export type Measure = Exclude<keyof Bucket, 'from'>

/** By what the overview counts. Together these are all requests, and no request stands in two. */
export const STANDS = {
  paid: ['chain_observed'],
  accepted: ['merchant_accepted'],
  reported: ['confirmed'],
  waiting: ['pending', 'under_way'],
  rejected: ['rejected'],
  expired: ['expired'],
  failed: ['failed', 'unpaid'],
  disputed: ['disputed'],
} as const satisfies Readonly<Record<string, readonly Measure[]>>
export type Stands = keyof typeof STANDS

export const ALL_STANDS = Object.keys(STANDS) as Stands[]

/** What people come to the list for. */
export const VIEWS = {
  all: [],
  waiting: ['waiting'],
  needsYou: ['disputed'],
  paid: ['paid'],
  notPaid: ['rejected', 'expired', 'failed'],
} as const satisfies Readonly<Record<string, readonly Stands[]>>
export type View = keyof typeof VIEWS
