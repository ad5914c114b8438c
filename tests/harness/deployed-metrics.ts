import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './run-shop.ts'

const read = (file: string) => readFileSync(join(project, 'deploy', file), 'utf8')

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

/** The queries of the dashboard for Grafana, for all processes. */
export const dashboardQueries = () =>
  (JSON.parse(read('grafana/vitrine.json')) as Dashboard).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$instance', '.*')),
  )

/** The metrics of the shop that alerts and dashboard name. `up` is of Prometheus, `patroni_` of Patroni. */
export const metricsOfDeployment = () =>
  new Set(
    [read('prometheus/alerts.yml'), ...dashboardQueries()].flatMap(
      (text) => text.match(/\b(http|vitrine|process|nodejs)_\w+/g) ?? [],
    ),
  )
