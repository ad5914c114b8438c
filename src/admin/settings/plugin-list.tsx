import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../api.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { useTitle, Waiting } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'
import { PluginSwitch } from './plugin-switch.tsx'
import css from './settings.module.css'

/** The installed plugins: which are on, and what each loads. */
export default function PluginList() {
  useTitle('Plugins')
  const {
    data: plugins,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.plugins,
    queryFn: async ({ signal }) => (await api.adminPlugins.list({}, signal)).data.plugins,
  })
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!plugins) return <Waiting />
  return (
    <>
      <h1>Plugins</h1>
      <ul className={css.plugins}>
        {plugins.map((plugin) => (
          <li key={plugin.name}>
            <div>
              <Link to={`/plugins/${plugin.name}/show`}>{plugin.title}</Link>
              <p>{plugin.description}</p>
              {plugin.consent && <p className={screen.help}>Needs the consent “{plugin.consent}”.</p>}
              {plugin.sources.length > 0 && (
                <p className={screen.help}>Connects to {hostsOf(plugin.sources).join(', ')}</p>
              )}
            </div>
            <PluginSwitch plugin={plugin} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The hosts of policy directives such as `script-src https://www.clarity.ms`, each once. */
const hostsOf = (sources: readonly string[]) => [
  ...new Set(
    sources.flatMap((source) => [...source.matchAll(/https?:\/\/([^\s/]+)/g)].map(([, host]) => host)),
  ),
]
