"""Who uses Threadwise: `accounts` with their keys, the `directory` of all for administrators, `visitors` of a widget, web
`sessions`, and `usage` that counts against quotas."""
