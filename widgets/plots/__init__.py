"""Live graphs over pyqtgraph, drawn in the palette."""
