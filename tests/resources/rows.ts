import { catalogResources } from './catalog-resources.ts'
import { contentResources } from './content-resources.ts'
import { customersResources } from './customers-resources.ts'
import { marketingResources } from './marketing-resources.ts'
import type { ResourceRow } from './resource-row.ts'
import { settingsResources } from './settings-resources.ts'
import { staffResources } from './staff-resources.ts'

export const resourceRows: readonly ResourceRow[] = [
  ...catalogResources,
  ...contentResources,
  ...customersResources,
  ...marketingResources,
  ...settingsResources,
  ...staffResources,
]
