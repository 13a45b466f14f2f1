/** Which page stands where. Pages of the open wallet share one frame, and each is loaded when it is first opened. */
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { Frame, OwnFoot, WithTabs } from './frame/Frame.tsx'
import { NotFound } from './frame/NotFound.tsx'
import { PageFault } from './frame/PageFault.tsx'
import { Shell } from './frame/Shell.tsx'
import { PageWaits } from './frame/Skeleton.tsx'

const Waits = () => (
  <Shell>
    <PageWaits />
  </Shell>
)

const withTabs: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./inbox/Inbox.tsx')).Inbox }) },
  { path: 'agents', lazy: async () => ({ Component: (await import('./agents/Agents.tsx')).Agents }) },
  { path: 'agents/connect', lazy: async () => ({ Component: (await import('./agents/Connect.tsx')).Connect }) },
  { path: 'activity', lazy: async () => ({ Component: (await import('./activity/Activity.tsx')).Activity }) },
  { path: 'approve', lazy: async () => ({ Component: (await import('./review/FromLink.tsx')).FromLink }) },
  { path: 'settings', lazy: async () => ({ Component: (await import('./settings/Settings.tsx')).Settings }) },
  // Where the wallet was made, in earlier versions.
  { path: 'welcome', element: <Navigate to="/" replace /> },
  { path: '*', Component: NotFound },
]

const withOwnFoot: RouteObject[] = [
  { path: 'agents/pair', lazy: async () => ({ Component: (await import('./agents/Pair.tsx')).Pair }) },
  {
    path: 'agents/invitations/:id',
    lazy: async () => ({ Component: (await import('./agents/Invitation.tsx')).Invitation }),
  },
  { path: 'agents/:id', lazy: async () => ({ Component: (await import('./agents/Agent.tsx')).Agent }) },
  { path: 'review/:connection/:id', lazy: async () => ({ Component: (await import('./review/Review.tsx')).Review }) },
  { path: 'paying/:connection/:id', lazy: async () => ({ Component: (await import('./paying/Paying.tsx')).Paying }) },
  {
    path: 'receipt/:connection/:id',
    lazy: async () => ({ Component: (await import('./receipts/Receipt.tsx')).Receipt }),
  },
  {
    path: 'receipts/check',
    lazy: async () => ({ Component: (await import('./receipts/CheckReceipt.tsx')).CheckReceipt }),
  },
  { path: 'policies/:id', lazy: async () => ({ Component: (await import('./policies/Policy.tsx')).Policy }) },
  { path: 'settings/backup', lazy: async () => ({ Component: (await import('./settings/BackUp.tsx')).BackUp }) },
  {
    path: 'settings/passphrase',
    lazy: async () => ({ Component: (await import('./settings/ChangePassphrase.tsx')).ChangePassphrase }),
  },
  {
    path: 'settings/passkey',
    lazy: async () => ({ Component: (await import('./settings/AddPasskey.tsx')).AddPasskey }),
  },
  { path: 'settings/devices', lazy: async () => ({ Component: (await import('./settings/Devices.tsx')).Devices }) },
  { path: 'settings/link', lazy: async () => ({ Component: (await import('./settings/LinkDevice.tsx')).LinkDevice }) },
]

export const router = createBrowserRouter([
  {
    path: '/',
    Component: Frame,
    HydrateFallback: Waits,
    children: [
      { Component: WithTabs, children: [{ ErrorBoundary: PageFault, children: withTabs }] },
      { Component: OwnFoot, children: [{ ErrorBoundary: PageFault, children: withOwnFoot }] },
    ],
  },
])
