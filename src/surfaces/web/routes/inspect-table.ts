import type { Route } from '../define-route.ts'

export const inspectRoutes: readonly Route[] = []
