import { useProjects } from '../policies/NewPolicy.tsx'

/** What people call a project; its id until that is known. */
export const useProjectName = (id: string): string =>
  useProjects().data?.find(({ project_id }) => project_id === id)?.name ?? id
