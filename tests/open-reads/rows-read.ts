import type { PlanNode } from '../resources/list-plans.ts'

/** How many rows of each table a statement read, whether it returned, counted or left them out. */
export function rowsReadBy(plan: PlanNode): Map<string, number> {
  const rows = new Map<string, number>()
  const visit = (node: PlanNode) => {
    const table = node['Relation Name']
    const perLoop = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
    if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + perLoop * (node['Actual Loops'] ?? 1))
    for (const below of node.Plans ?? []) visit(below)
  }
  visit(plan)
  return rows
}
