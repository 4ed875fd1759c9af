// The functions are in the page of the pane, whose runtime they share. Manifests must name a script, and this is it.
