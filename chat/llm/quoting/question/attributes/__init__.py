"""Questions about an attribute of somebody or something ("Where does my sister work?"): their forms, their subjects, and how
sentences tell the attribute."""
