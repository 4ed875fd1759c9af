// Manifests must name a script of the functions: they are in the page of the pane, whose runtime they share.
console.debug('The functions run in the pane');
