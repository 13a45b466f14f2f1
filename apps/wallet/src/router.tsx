/** Which page stands where. Pages of the open wallet share one frame, and each is loaded when it is first opened. */
import { type ComponentType, lazy } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { Frame, OwnFoot, WithTabs } from './frame/Frame.tsx'
import { NotFound } from './frame/NotFound.tsx'

/** The page that a module exports under this name. */
const page = <N extends string>(name: N, load: () => Promise<Record<N, ComponentType>>) =>
  lazy(async () => ({ default: (await load())[name] }))

const Welcome = page('Welcome', () => import('./welcome/Welcome.tsx'))
const Inbox = page('Inbox', () => import('./inbox/Inbox.tsx'))
const Agents = page('Agents', () => import('./agents/Agents.tsx'))
const Connect = page('Connect', () => import('./agents/Connect.tsx'))
const Activity = page('Activity', () => import('./activity/Activity.tsx'))
const Settings = page('Settings', () => import('./settings/Settings.tsx'))
const Pair = page('Pair', () => import('./agents/Pair.tsx'))
const Invitation = page('Invitation', () => import('./agents/Invitation.tsx'))
const Agent = page('Agent', () => import('./agents/Agent.tsx'))
const Review = page('Review', () => import('./review/Review.tsx'))
const Paying = page('Paying', () => import('./paying/Paying.tsx'))
const Receipt = page('Receipt', () => import('./receipts/Receipt.tsx'))
const CheckReceipt = page('CheckReceipt', () => import('./receipts/CheckReceipt.tsx'))
const Policy = page('Policy', () => import('./policies/Policy.tsx'))
const BackUp = page('BackUp', () => import('./settings/BackUp.tsx'))
const ChangePassphrase = page('ChangePassphrase', () => import('./settings/ChangePassphrase.tsx'))
const Devices = page('Devices', () => import('./settings/Devices.tsx'))
const LinkDevice = page('LinkDevice', () => import('./settings/LinkDevice.tsx'))
const AddPasskey = page('AddPasskey', () => import('./settings/AddPasskey.tsx'))

export const Router = () => (
  <BrowserRouter>
    <Routes>
      <Route path="/welcome" element={<Welcome />} />
      <Route element={<Frame />}>
        <Route element={<WithTabs />}>
          <Route index element={<Inbox />} />
          <Route path="agents" element={<Agents />} />
          <Route path="agents/connect" element={<Connect />} />
          <Route path="activity" element={<Activity />} />
          <Route path="settings" element={<Settings />} />
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route element={<OwnFoot />}>
          <Route path="agents/pair" element={<Pair />} />
          <Route path="agents/invitations/:id" element={<Invitation />} />
          <Route path="agents/:id" element={<Agent />} />
          <Route path="review/:connection/:id" element={<Review />} />
          <Route path="paying/:connection/:id" element={<Paying />} />
          <Route path="receipt/:connection/:id" element={<Receipt />} />
          <Route path="receipts/check" element={<CheckReceipt />} />
          <Route path="policies/:id" element={<Policy />} />
          <Route path="settings/backup" element={<BackUp />} />
          <Route path="settings/passphrase" element={<ChangePassphrase />} />
          <Route path="settings/passkey" element={<AddPasskey />} />
          <Route path="settings/devices" element={<Devices />} />
          <Route path="settings/link" element={<LinkDevice />} />
        </Route>
      </Route>
    </Routes>
  </BrowserRouter>
)
