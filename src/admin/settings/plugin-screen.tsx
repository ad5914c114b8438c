import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PluginRecord } from '#contract/admin/settings/settings.ts'
import { api } from '../api.ts'
import { BackLink, useTitle } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { PluginSwitch } from './plugin-switch.tsx'
import { RecordForm } from './record-form.tsx'
import css from './settings.module.css'

/** The configuration of one plugin. */
export default function PluginScreen() {
  const { id = '' } = useParams()
  const { may } = useSession()
  const { data: plugins } = useQuery({
    queryKey: queryKeys.plugins,
    queryFn: async ({ signal }) => (await api.adminPlugins.list({}, signal)).data.plugins,
  })
  const plugin = plugins?.find(({ name }) => name === id)
  useTitle(plugin?.title ?? 'Plugin')
  return (
    <>
      <BackLink to="/plugins">Plugins</BackLink>
      <div className={screen.header}>
        <h1>{plugin?.title ?? 'Plugin'}</h1>
        {plugin && (
          <div className={screen.links}>
            <PluginSwitch plugin={plugin} />
          </div>
        )}
      </div>
      <div className={css.group}>
        {plugin && (
          <p className={screen.help}>
            {plugin.description}
            {plugin.consent && ` Needs the consent “${plugin.consent}”.`}
          </p>
        )}
        <RecordForm<PluginRecord>
          queryKey={queryKeys.record('plugins', id)}
          read={(signal) => api.adminPlugins.get({ id }, signal)}
          save={(change) => api.adminPlugins.update({ id, ...change })}
          canWrite={may('plugins.write')}
        />
      </div>
    </>
  )
}
