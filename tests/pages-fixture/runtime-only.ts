// Every browser export of the pages runtime, for measuring its size.
import {
  announce,
  navigate,
  onBeforeNavigate,
  prefetch,
  refresh,
  startPages,
  useEntryState,
  usePage,
} from '#pages/browser.tsx'
import { LoadingBar } from '#pages/loading-bar.tsx'
import { defineRoutes } from '#pages/route-table.ts'

const parts = [announce, navigate, onBeforeNavigate, prefetch, refresh, startPages, useEntryState, usePage]

Object.assign(window, { parts, LoadingBar, defineRoutes })
