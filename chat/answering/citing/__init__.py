"""Link claims to their sources: `markers` as models write them become `citations`, stored and shown as `references`."""
