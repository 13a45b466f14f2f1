/** Which page stands where. Pages behind the session share one frame, and each is loaded when it is first opened. */
import { createBrowserRouter } from 'react-router'
import { Frame } from './frame/Frame.tsx'
import { NotFound } from './frame/NotFound.tsx'
import { PageFault } from './frame/PageFault.tsx'
import { Shell } from './frame/Shell.tsx'
import { askForSession } from './session.ts'

export const router = createBrowserRouter([
  {
    path: '/payee',
    HydrateFallback: Shell,
    ErrorBoundary: PageFault,
    lazy: async () => ({ Component: (await import('./payee/LookUp.tsx')).LookUp }),
  },
  {
    path: '/payee/:id',
    HydrateFallback: Shell,
    ErrorBoundary: PageFault,
    lazy: async () => ({ Component: (await import('./payee/Payee.tsx')).Payee }),
  },
  {
    path: '/',
    Component: Frame,
    loader: askForSession,
    shouldRevalidate: () => false,
    HydrateFallback: Shell,
    ErrorBoundary: PageFault,
    children: [
      {
        ErrorBoundary: PageFault,
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./overview/Home.tsx')).Home }) },
          { path: 'requests', lazy: async () => ({ Component: (await import('./requests/Requests.tsx')).Requests }) },
          {
            path: 'requests/:connection/:id',
            lazy: async () => ({ Component: (await import('./requests/Request.tsx')).Request }),
          },
          {
            path: 'agent-payments',
            lazy: async () => ({ Component: (await import('./agent-payments/AgentPayments.tsx')).AgentPayments }),
          },
          {
            path: 'agent-payments/:id',
            lazy: async () => ({ Component: (await import('./agent-payments/AgentPayment.tsx')).AgentPayment }),
          },
          { path: 'policies', lazy: async () => ({ Component: (await import('./policies/Policies.tsx')).Policies }) },
          {
            path: 'policies/new',
            lazy: async () => ({ Component: (await import('./policies/NewPolicy.tsx')).NewPolicy }),
          },
          { path: 'policies/:id', lazy: async () => ({ Component: (await import('./policies/Policy.tsx')).Policy }) },
          { path: 'domains', lazy: async () => ({ Component: (await import('./domains/Domains.tsx')).Domains }) },
          { path: 'domains/:id', lazy: async () => ({ Component: (await import('./domains/Domain.tsx')).Domain }) },
          {
            path: 'recipients',
            lazy: async () => ({ Component: (await import('./recipients/Recipients.tsx')).Recipients }),
          },
          {
            path: 'recipients/:id',
            lazy: async () => ({ Component: (await import('./recipients/Recipient.tsx')).Recipient }),
          },
          { path: 'agents', lazy: async () => ({ Component: (await import('./agents/Agents.tsx')).Agents }) },
          { path: 'agents/:id', lazy: async () => ({ Component: (await import('./agents/Agent.tsx')).Agent }) },
          { path: 'api-keys', lazy: async () => ({ Component: (await import('./keys/ApiKeys.tsx')).ApiKeys }) },
          { path: 'members', lazy: async () => ({ Component: (await import('./members/Members.tsx')).Members }) },
          { path: 'audit', lazy: async () => ({ Component: (await import('./audit/Audit.tsx')).Audit }) },
          { path: 'settings', lazy: async () => ({ Component: (await import('./settings/Settings.tsx')).Settings }) },
          { path: 'webhooks', lazy: async () => ({ Component: (await import('./webhooks/Webhooks.tsx')).Webhooks }) },
          { path: 'webhooks/:id', lazy: async () => ({ Component: (await import('./webhooks/Webhook.tsx')).Webhook }) },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
])
