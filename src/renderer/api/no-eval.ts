import { z } from 'zod'

// Imported before any schema: zod would otherwise probe `new Function`, which our CSP reports as a violation.
z.config({ jitless: true })
