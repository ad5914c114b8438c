import type { Plugin } from 'vite'

/** Development only: a change in server code asks the open page for its data again, keeping its state. */
export const refreshOnDataChange: Plugin = {
  name: 'refresh-on-data-change',
  apply: 'serve',
  hotUpdate({ file, modules, server }) {
    const { client } = server.environments
    const isServerCode = this.environment.name === 'ssr' && modules.length > 0
    if (isServerCode && !client.moduleGraph.getModulesByFile(file)?.size) client.hot.send('data-change')
  },
}
