/// What sections that use one layout hold in common: a template, or given frames.
protocol SharedStorage: LayoutPart {}
