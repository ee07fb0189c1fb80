import type { Route } from '../define-route.ts'

export const shareRoutes: readonly Route[] = []
